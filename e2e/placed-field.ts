// What lies beside a picture of a field near Lamberton, Minnesota.

/** A world file: pixels of 2 cm, the upper left corner of a picture of 600 rows at 300,000 and 4,900,012. */
export const PLACE = '0.02\n0\n0\n-0.02\n300000.01\n4900011.99\n'

/** A .prj file. */
export const UTM_15_NORTH =
  'PROJCS["WGS 84 / UTM zone 15N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32615"]]'
