"""What an installed wheel must answer, on any system: python wheel.py"""

import sepal

cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
assert cars.find_pairs().tolist() == [[0, 1]]
assert cars.overlap(cars, [[0, 1], [0, 2]]).tolist() == [True, False]
boxes = sepal.Solids.from_boxes(center=[[0, 0, 0], [0.5, 0.5, 0.5], [9, 0, 0]], size=[[1, 1, 1]] * 3)
assert boxes.find_pairs().tolist() == [[0, 1]]
print("sepal", sepal.__version__, "answers")
