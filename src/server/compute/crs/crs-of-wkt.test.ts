import { expect, test } from 'vitest'
import { lonLatOf } from '#imagery/rasters/crs.ts'
import { crsOfWkt } from './crs-of-wkt.ts'

type Place = [number, number]
/** As `gdalsrsinfo -o wkt1_esri` writes the system of a code, and a place in it as `ogr2ogr -t_srs EPSG:4326` converts it (GDAL 3.6). */
const SYSTEMS: [code: number, prj: string, place: Place, lonLat: Place][] = [
  [
    28992,
    'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.1561605555556],UNIT["Meter",1.0]]',
    [142892.193, 470783.867],
    [5.210000008, 52.225000002],
  ],
  [
    27700,
    'PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]',
    [305372.189, 610575.632],
    [-3.494999994, 55.38],
  ],
  [
    29903,
    'PROJCS["TM75_Irish_Grid",GEOGCS["GCS_TM75",DATUM["D_TM75",SPHEROID["Airy_Modified",6377340.189,299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",200000.0],PARAMETER["False_Northing",250000.0],PARAMETER["Central_Meridian",-8.0],PARAMETER["Scale_Factor",1.000035],PARAMETER["Latitude_Of_Origin",53.5],UNIT["Meter",1.0]]',
    [203374.163, 239960.74],
    [-7.949999996, 53.409999999],
  ],
  [
    2154,
    'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]',
    [489353.588, 6587552.204],
    [0.260000003, 46.355],
  ],
  [
    21781,
    'PROJCS["CH1903_LV03",GEOGCS["GCS_CH1903",DATUM["D_CH1903",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",200000.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Azimuth",90.0],PARAMETER["Longitude_Of_Center",7.43958333333333],PARAMETER["Latitude_Of_Center",46.9524055555556],UNIT["Meter",1.0]]',
    [660013.544, 185171.982],
    [8.225000012, 46.815000013],
  ],
  [
    2056,
    'PROJCS["CH1903+_LV95",GEOGCS["GCS_CH1903+",DATUM["D_CH1903+",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],PARAMETER["False_Easting",2600000.0],PARAMETER["False_Northing",1200000.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Azimuth",90.0],PARAMETER["Longitude_Of_Center",7.43958333333333],PARAMETER["Latitude_Of_Center",46.9524055555556],UNIT["Meter",1.0]]',
    [2660013.544, 1185171.982],
    [8.225000012, 46.815000013],
  ],
  [
    31370,
    'PROJCS["Belge_Lambert_1972",GEOGCS["GCS_Belge_1972",DATUM["D_Belge_1972",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",150000.013],PARAMETER["False_Northing",5400088.438],PARAMETER["Central_Meridian",4.36748666666667],PARAMETER["Standard_Parallel_1",51.1666672333333],PARAMETER["Standard_Parallel_2",49.8333339],PARAMETER["Latitude_Of_Origin",90.0],UNIT["Meter",1.0]]',
    [155763.883, 132693.383],
    [4.45, 50.505000006],
  ],
  [
    31287,
    'PROJCS["MGI_Austria_Lambert",GEOGCS["GCS_MGI",DATUM["D_MGI",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",400000.0],PARAMETER["Central_Meridian",13.3333333333333],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",46.0],PARAMETER["Latitude_Of_Origin",47.5],UNIT["Meter",1.0]]',
    [401306.826, 423398.183],
    [13.350000006, 47.710000003],
  ],
  [
    3003,
    'PROJCS["Monte_Mario_Italy_1",GEOGCS["GCS_Monte_Mario",DATUM["D_Monte_Mario",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    [1497117.608, 4625918.38],
    [8.965000002, 41.785],
  ],
  [
    2180,
    'PROJCS["ETRS_1989_Poland_CS92",GEOGCS["ETRF2000-PL",DATUM["D_ETRF2000_Poland",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",-5300000.0],PARAMETER["Central_Meridian",19.0],PARAMETER["Scale_Factor",0.9993],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    [509847.901, 511024.243],
    [19.145000007, 52.465000003],
  ],
  [
    2277,
    'PROJCS["NAD_1983_StatePlane_Texas_Central_FIPS_4203_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",2296583.333],PARAMETER["False_Northing",9842500.0],PARAMETER["Central_Meridian",-100.333333333333],PARAMETER["Standard_Parallel_1",31.8833333333333],PARAMETER["Standard_Parallel_2",30.1166666666667],PARAMETER["Latitude_Of_Origin",29.6666666666667],UNIT["US survey foot",0.304800609601219]]',
    [2375931.008, 10336611.703],
    [-100.079999999, 31.024999999],
  ],
  [
    4289,
    'GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
    [5.210409, 52.225996],
    [5.209999991, 52.224999827],
  ],
  [
    3067,
    'PROJCS["EUREF_FIN_TM35FIN",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",27.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    [419924.4, 7149882.001],
    [25.335000004, 64.465000003],
  ],
  [
    2326,
    'PROJCS["Hong_Kong_1980_Grid",GEOGCS["GCS_Hong_Kong_1980",DATUM["D_Hong_Kong_1980",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",836694.05],PARAMETER["False_Northing",819069.8],PARAMETER["Central_Meridian",114.178555555556],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",22.3121333333333],UNIT["Meter",1.0]]',
    [831954.804, 823986.751],
    [114.135, 22.355000002],
  ],
  [
    29850,
    'PROJCS["Timbalai_1948_UTM_Zone_50N",GEOGCS["GCS_Timbalai_1948",DATUM["D_Timbalai_1948",SPHEROID["Everest_Definition_1967",6377298.556,300.8017]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    [478067.908, 502978.25],
    [116.804999978, 4.55000001],
  ],
]
/** Of names that only Esri has, angles below 0, a parallel in place of a scale, and turned axes; the place is `gdaltransform`'s, by the code. */
const OTHERWISE_NAMED: typeof SYSTEMS = [
  [
    2039,
    'PROJCS["Israel_TM_Grid",GEOGCS["GCS_Israel",DATUM["D_Israel",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",219529.584],PARAMETER["False_Northing",626907.39],PARAMETER["Central_Meridian",35.2045169444444],PARAMETER["Scale_Factor",1.0000067],PARAMETER["Latitude_Of_Origin",31.7343936111111],UNIT["Meter",1.0]]',
    [193346.088, 585940.482],
    [34.93, 31.365],
  ],
  [
    22523,
    'PROJCS["Corrego_Alegre_UTM_Zone_23S",GEOGCS["GCS_Corrego_Alegre",DATUM["D_Corrego_Alegre",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-45.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    [500026.697, 7772480.639],
    [-45.0, -20.145],
  ],
  [
    3376,
    'PROJCS["GDM_2000_BRSO_East_Malaysia",GEOGCS["GCS_GDM_2000",DATUM["D_GDM_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Rectified_Skew_Orthomorphic_Natural_Origin"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Scale_Factor",0.99984],PARAMETER["Azimuth",53.31580995],PARAMETER["Longitude_Of_Center",115.0],PARAMETER["Latitude_Of_Center",4.0],PARAMETER["XY_Plane_Rotation",53.1301023611111],UNIT["Meter",1.0]]',
    [530488.988, 471462.735],
    [114.46, 4.26],
  ],
  [
    29873,
    'PROJCS["Timbalai_1948_RSO_Borneo_Meters",GEOGCS["GCS_Timbalai_1948",DATUM["D_Timbalai_1948",SPHEROID["Everest_Definition_1967",6377298.556,300.8017]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Rectified_Skew_Orthomorphic_Center"],PARAMETER["False_Easting",590476.87],PARAMETER["False_Northing",442857.65],PARAMETER["Scale_Factor",0.99984],PARAMETER["Azimuth",53.3158204722222],PARAMETER["Longitude_Of_Center",115.0],PARAMETER["Latitude_Of_Center",4.0],PARAMETER["XY_Plane_Rotation",53.1301023611111],UNIT["Meter",1.0]]',
    [530110.156, 471514.193],
    [114.46, 4.26],
  ],
  [
    3000,
    'PROJCS["Gunung_Segara_NEIEZ",GEOGCS["GCS_Gunung_Segara",DATUM["D_Gunung_Segara",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator"],PARAMETER["False_Easting",3900000.0],PARAMETER["False_Northing",900000.0],PARAMETER["Central_Meridian",110.0],PARAMETER["Standard_Parallel_1",4.45405154589748],UNIT["Meter",1.0]]',
    [4655117.851, 902715.209],
    [116.805, 0.025],
  ],
  [
    3078,
    'PROJCS["NAD_1983_Michigan_GeoRef_Meters",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Hotine_Oblique_Mercator_Azimuth_Natural_Origin"],PARAMETER["False_Easting",2546731.496],PARAMETER["False_Northing",-4354009.816],PARAMETER["Scale_Factor",0.9996],PARAMETER["Azimuth",-22.74444],PARAMETER["Longitude_Of_Center",-86.0],PARAMETER["Latitude_Of_Center",45.3091666666667],UNIT["Meter",1.0]]',
    [478167.878, 494847.001],
    [-86.275, 45.005],
  ],
  [
    5514,
    'PROJCS["S-JTSK_Krovak_East_North",GEOGCS["GCS_S_JTSK",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Krovak"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Pseudo_Standard_Parallel_1",78.5],PARAMETER["Scale_Factor",0.9999],PARAMETER["Azimuth",30.28813975277778],PARAMETER["Longitude_Of_Center",24.83333333333333],PARAMETER["Latitude_Of_Center",49.5],PARAMETER["X_Scale",-1.0],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",90.0],UNIT["Meter",1.0]]',
    [-544004.744, -1144001.886],
    [17.325, 49.395],
  ],
  [
    2399,
    'PROJCS["Pulkovo_1942_Adj_1983_3_Degree_GK_Zone_5",GEOGCS["GCS_Pulkovo_1942_Adj_1983",DATUM["D_Pulkovo_1942_Adj_1983",SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",5500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    [5500126.496, 5611066.487],
    [15.0, 50.63],
  ],
  [
    29872,
    'PROJCS["Timbalai_1948_RSO_Borneo_Feet",GEOGCS["GCS_Timbalai_1948",DATUM["D_Timbalai_1948",SPHEROID["Everest_Definition_1967",6377298.556,300.8017]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Rectified_Skew_Orthomorphic_Center"],PARAMETER["False_Easting",1937263.44],PARAMETER["False_Northing",1452947.58],PARAMETER["Scale_Factor",0.99984],PARAMETER["Azimuth",53.3158204722222],PARAMETER["Longitude_Of_Center",115.0],PARAMETER["Latitude_Of_Center",4.0],PARAMETER["XY_Plane_Rotation",53.1301023611111],UNIT["British foot (Sears 1922)",0.304799471538676]]',
    [1739209.572, 1546965.272],
    [114.46, 4.26],
  ],
  [
    6933,
    'PROJCS["WGS_1984_EASE-Grid_2.0_Global",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Behrmann"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",30.0],UNIT["Meter",1.0]]',
    [0.0, 0.0],
    [0.0, 0.0],
  ],
]

test.each(SYSTEMS.map(([code, prj, ...places]) => [code, prj, places] as const))(
  'a .prj file without a code is that of EPSG:%d: %s',
  (code, prj, [place, [lon, lat]]) => {
    const crs = crsOfWkt(prj)
    expect(crs?.epsg).toBe(code)
    const [x, y] = crs ? lonLatOf(crs, place) : [0, 0]
    expect(Math.hypot(x - lon, y - lat)).toBeLessThan(1e-7)
  },
)

test.each(OTHERWISE_NAMED.map(([code, prj, ...places]) => [code, prj, places] as const))(
  'a .prj file in the words of Esri is that of EPSG:%d: %s',
  (code, prj, [place, [lon, lat]]) => {
    const crs = crsOfWkt(prj)
    expect(crs?.epsg).toBe(code)
    const [x, y] = crs ? lonLatOf(crs, place) : [0, 0]
    // 10 m, which is what shifts of datums are held to.
    expect(Math.hypot(x - lon, y - lat)).toBeLessThan(1e-4)
  },
)

const KROVAK = OTHERWISE_NAMED.find(([code]) => code === 5514)?.[1] ?? ''

test('a projection whose axes run south and west is not taken for the one whose axes run east and north', () => {
  const southWest = KROVAK.replace('"X_Scale",-1.0', '"X_Scale",1.0').replace('Rotation",90.0', 'Rotation",0.0')
  expect(southWest).not.toBe(KROVAK)
  expect(crsOfWkt(southWest)).toBeNull()
})

const RD = SYSTEMS[0]?.[1] ?? ''
const GAUSS = (datum: string) =>
  `PROJCS["Zone",GEOGCS["GCS_${datum}",DATUM["D_${datum}",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",3500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`

test('the datum is told by its name where several have one projection, and by the projection where one has', () => {
  expect(crsOfWkt(GAUSS('Deutsches_Hauptdreiecksnetz'))?.epsg).toBe(31_467)
  expect(crsOfWkt(GAUSS('PD/83'))?.epsg).toBe(3396)
  expect(crsOfWkt(GAUSS('Somewhere'))).toBeNull()
  expect(crsOfWkt(RD.replace('RD_New', 'Grid').replaceAll('Amersfoort', 'Unnamed'))?.epsg).toBe(28_992)
})

test.each([
  ['another scale', RD.replace('0.9999079', '0.9999')],
  ['another ellipsoid', RD.replace('299.1528128', '298.3')],
  ['feet', RD.replace('UNIT["Meter",1.0]', 'UNIT["Foot",0.3048]')],
  ['a local system', 'LOCAL_CS["Field"]'],
  ['no text of a system', 'Field 7'],
])('%s is no system that is known', (_what, prj) => {
  expect(prj).not.toBe(RD)
  expect(crsOfWkt(prj)).toBeNull()
})
