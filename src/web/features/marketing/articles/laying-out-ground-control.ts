import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'A ground control point is a mark whose place has been measured and which can be found in the photos. It nails the model to the earth. Without such points a map can be sharp and still lie two metres off, be a little too large, or bulge in the middle.',
    'An aircraft with an RTK or PPK receiver knows where each photo was taken to a few centimetres, and needs far fewer points. It still needs some: heights depend on the focal length of the lens, which shifts from flight to flight, and a check of your own work cannot come from the instrument that did it.',
  ],
  sections: [
    {
      heading: 'How many, and where',
      paragraphs: [
        'For a trial of one or two hectares, five points carry the model: one towards each corner and one in the middle. More points help slowly; a good spread helps at once. All points on one side, or along one line, leave the model free to tilt about it.',
        'Place them inside the flight, a few metres from its edge, so that many photos see them. Put them on alleys or tracks, flat on the ground, away from tall plants which hide them from the side. On a slope, put some high and some low.',
      ],
    },
    {
      heading: 'How large',
      paragraphs: [
        'Someone, or some program, must find the centre to a fraction of a pixel. A pattern of two black and two white fields meeting in a point does this best. Ten pixels in each direction are the least: at 1 cm on the ground that is a plate of 10 cm, and 30 cm is more comfortable. Dull paint is better than gloss, which burns out white in the sun.',
      ],
    },
    {
      heading: 'Measuring',
      paragraphs: [
        'Use a GNSS receiver with corrections, on a pole that stands upright, and average for some seconds with a fixed solution. Note the name of the point as it is painted on the plate. Note the coordinate system, and what the heights refer to: the ellipsoid or the sea level of your country. The two differ by tens of metres in many places, and nothing in a list of numbers tells which it is.',
        'Write one line for each point: name, easting, northing, height. Save it as CSV or Excel and put it in the folder with the photos. Keep all decimals; a list rounded to metres is worse than none.',
      ],
    },
    {
      heading: 'Keep some back',
      paragraphs: [
        'Points that are used to build the model will fit it, because it was bent to fit them. Measure two or three more, and say in the description that they are check points. They stay out of the computation, and the distance between where they should be and where they come out is the honest error of the map.',
      ],
    },
    {
      heading: 'For the whole season',
      paragraphs: [
        'When dates are to be compared, the same points should be seen in all of them. Drive a peg or bury a stone under each plate, so that it can be taken up for the sprayer and put back. A season whose flights share their control can be laid over one another plot by plot; one that does not has to be aligned by hand.',
      ],
    },
  ],
}
