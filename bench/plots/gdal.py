# The traits of plots by GDAL and NumPy, as scripts of breeders do it: a window of each plot, a mask of pixel centres, statistics
# over all of it and over vegetation. Prints the seconds.
import json
import sys
import time
from multiprocessing import Pool

import numpy as np
from osgeo import gdal, ogr

gdal.UseExceptions()


def indices(r, g, b):
    s, gr = r + g + b, g - r
    yield (2 * g - r - b) / s
    yield (1.4 * r - g) / s
    yield (3 * g - 2.4 * r - b) / s
    yield g / s
    yield r / s
    yield b / s
    yield gr / (g + r)
    yield (2 * g - r - b) / (2 * g + r + b)
    yield gr / (g + r - b)
    yield (g * g - r * r) / (g * g + r * r)
    yield (g * g - b * r) / (g * g + b * r)
    yield (g - b) / (g + b)
    yield g - 0.39 * r - 0.61 * b
    yield b / g
    yield (r - g) / (r + g)
    yield (r - b) / (r + b)
    yield (2 * r - g - b) / (g - b)
    yield np.sqrt((r * r + g * g + b * b) / 3)
    yield 0.441 * r - 0.811 * g + 0.385 * b + 18.787
    yield g / (r**0.667 * b**0.333)
    yield 0.5268 * r**-0.1294 * g**0.3389 * b**-0.3118
    yield np.arctan(2 * (b - g - r) / 30.5 * gr)
    m = np.maximum(np.maximum(r, g), b)
    d = m - np.minimum(np.minimum(r, g), b)
    yield np.where(m == r, 60 * ((g - b) / d) % 360, np.where(m == g, 60 * ((b - r) / d + 2), 60 * ((r - g) / d + 4)))


def measure(task):
    path, ring = task
    data = gdal.Open(path)
    x0, dx, _, y0, _, dy = data.GetGeoTransform()
    columns = [(x - x0) / dx for x, _ in ring]
    rows = [(y - y0) / dy for _, y in ring]
    left, right = int(min(columns)), int(max(columns)) + 1
    top, bottom = int(min(rows)), int(max(rows)) + 1
    window = data.ReadAsArray(left, top, right - left, bottom - top)
    mask = gdal.GetDriverByName('MEM').Create('', right - left, bottom - top, 1)
    mask.SetGeoTransform((x0 + left * dx, dx, 0, y0 + top * dy, 0, dy))
    source = ogr.GetDriverByName('Memory').CreateDataSource('')
    layer = source.CreateLayer('plot')
    feature = ogr.Feature(layer.GetLayerDefn())
    points = ', '.join(f'{x} {y}' for x, y in [*ring, ring[0]])
    feature.SetGeometry(ogr.CreateGeometryFromWkt(f'POLYGON (({points}))'))
    layer.CreateFeature(feature)
    gdal.RasterizeLayer(mask, [1], layer, burn_values=[1])
    inside = (mask.ReadAsArray() == 1) & (window[3] > 0)
    r, g, b = (window[band][inside].astype(float) for band in range(3))
    plants = (2 * g - r - b) / (r + g + b) > 0.1
    out = []
    for index in indices(r, g, b):
        for values in (index, index[plants]):
            values = values[np.isfinite(values)]
            out += [values.mean(), values.std(), values.min(), values.max()]
            out += list(np.percentile(values, [5, 10, 25, 50, 75, 90, 95, 99]))
    return out


if __name__ == '__main__':
    np.seterr(all='ignore')
    tasks = [(sys.argv[1], ring) for ring in json.load(sys.stdin)]
    with Pool(int(sys.argv[2])) as pool:
        start = time.perf_counter()
        pool.map(measure, tasks, chunksize=1)
        print(time.perf_counter() - start)
