# homebrew.rb — runs a formula with stand-ins for what Homebrew gives it, so that the recipe is tested where Homebrew is not.
# Usage: homebrew.rb FORMULA SOURCE PREFIX WORK: installs the unpacked SOURCE to PREFIX, and runs the formula's test in WORK.
require "fileutils"
require "pathname"

class Formula
  class << self
    attr_reader :known, :test_block

    %i[desc homepage url sha256 license depends_on].each do |name|
      define_method(name) { |value| ((@known ||= {})[name] ||= []) << value }
    end

    def test(&block)
      @test_block = block
    end
  end

  attr_reader :prefix, :testpath, :version

  def initialize(prefix, work, version)
    @prefix = Pathname(prefix)
    @testpath = Pathname(work)
    @version = version
  end

  def include = prefix/"include"
  def lib = prefix/"lib"
  def std_meson_args = ["--prefix=#{prefix}", "--libdir=#{lib}", "--buildtype=release", "--wrap-mode=nofallback"]

  def system(*command)
    Kernel.system({ "LD_LIBRARY_PATH" => lib.to_s }, *command.map(&:to_s)) || abort("homebrew.rb: '#{command.join(" ")}' failed")
  end
end

def ENV.cc = "cc"

class Pathname
  def write(text)
    FileUtils.mkdir_p(dirname)
    File.write(to_s, text)
  end
end

formula, source, prefix, work = ARGV.map { |argument| File.expand_path(argument) }
load formula
known = Sepal.known
%i[desc homepage url sha256 license].each { |name| abort "homebrew.rb: no #{name}" if known[name].to_a.size != 1 }
sepal = Sepal.new(prefix, work, known[:url].first[/sepal-([\d.]+)\.tar/, 1])
Dir.chdir(source) { sepal.install }
Dir.chdir(work) { sepal.instance_eval(&Sepal.test_block) }
