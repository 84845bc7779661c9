import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'A ground control point is a mark at a surveyed position that you can find in the photos. It ties the model to the ground. Without such points, a map can be sharp and still sit two metres off, be slightly too large, or bulge in the middle.',
    'An aircraft with an RTK or PPK receiver knows where each photo was taken to a few centimetres, and needs far fewer points. It still needs some: heights depend on the focal length of the lens, which shifts from flight to flight, and an instrument can’t check its own work.',
  ],
  sections: [
    {
      heading: 'How many, and where',
      paragraphs: [
        'For a trial of one or two hectares, five points are enough: one near each corner and one in the middle. More points add little; a good spread adds a lot. If all points are on one side, or along one line, the model can tilt around it.',
        'Place them inside the flight, a few metres from its edge, so that many photos show them. Put them on alleys or tracks, flat on the ground, away from tall plants that hide them from the side. On a slope, put some high and some low.',
      ],
    },
    {
      heading: 'How large',
      paragraphs: [
        'The centre has to be found to a fraction of a pixel, by a person or by software. Two black and two white squares that meet in a point work best. Ten pixels across is the minimum: at 1 cm per pixel that is a 10 cm plate, and 30 cm is more comfortable. Matt paint is better than gloss, which burns out white in the sun.',
      ],
    },
    {
      heading: 'Measuring',
      paragraphs: [
        'Use a GNSS receiver with corrections, on a vertical pole, and average for a few seconds with a fixed solution. Write down the name of the point as painted on the plate, the coordinate system, and what the heights refer to: the ellipsoid or your national sea level. In many places the two differ by tens of metres, and the numbers alone don’t tell you which one you have.',
        'Write one line per point: name, easting, northing, height. Save it as CSV or Excel and put it in the folder with the photos. Keep all decimals; a list rounded to metres is worse than none.',
      ],
    },
    {
      heading: 'Keep some back',
      paragraphs: [
        'The points that build the model will always fit it, because the model was bent to fit them. Survey two or three more, and tell us in the description that they are check points. They stay out of the computation, and the distance between where they should be and where they end up is the honest error of the map.',
      ],
    },
    {
      heading: 'For the whole season',
      paragraphs: [
        'To compare dates, keep the same points in all of them. Drive in a peg or bury a stone under each plate, so that you can lift the plate for the sprayer and put it back. Flights that share their control points can be overlaid plot by plot; flights that don’t have to be aligned by hand.',
      ],
    },
  ],
}
