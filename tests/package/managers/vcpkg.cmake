# vcpkg.cmake — runs a portfile of vcpkg with stand-ins for vcpkg's functions that do what these do on Linux, so that the recipe is
# tested where vcpkg is not. Usage: cmake -DPORT=FOLDER -DWORK=FOLDER -P vcpkg.cmake; the package is in WORK/packages.
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(CURRENT_INSTALLED_DIR /usr)
set(CMAKE_CURRENT_LIST_DIR ${PORT})
file(READ ${PORT}/vcpkg.json _manifest)
string(JSON PORT_NAME GET "${_manifest}" name)

function(_run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_download_distfile out)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILENAME;SHA512" "URLS")
    file(DOWNLOAD ${arg_URLS} ${WORK}/downloads/${arg_FILENAME} EXPECTED_HASH SHA512=${arg_SHA512})
    set(${out} ${WORK}/downloads/${arg_FILENAME} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "ARCHIVE" "")
    file(ARCHIVE_EXTRACT INPUT ${arg_ARCHIVE} DESTINATION ${WORK}/sources)
    file(GLOB folder ${WORK}/sources/*)
    set(${out} ${folder} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    foreach(type Debug Release)
        set(prefix ${CURRENT_PACKAGES_DIR})
        if(type STREQUAL Debug)
            string(APPEND prefix /debug)
        endif()
        _run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/${type} -DCMAKE_BUILD_TYPE=${type} -DCMAKE_INSTALL_PREFIX=${prefix}
            -DCMAKE_INSTALL_LIBDIR=lib ${arg_OPTIONS})
    endforeach()
endfunction()

function(vcpkg_cmake_install)
    foreach(type Debug Release)
        _run(${CMAKE_COMMAND} --build ${WORK}/${type} --parallel 2)
        _run(${CMAKE_COMMAND} --install ${WORK}/${type})
    endforeach()
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    configure_file(${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT_NAME}/copyright COPYONLY)
endfunction()

set(PORT_FOLDER ${PORT})
set(PORT ${PORT_NAME})
include(${PORT_FOLDER}/portfile.cmake)
