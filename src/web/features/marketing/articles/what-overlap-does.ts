import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'Every planning program asks for two percentages, and most people leave what stands there. It is worth knowing what they buy, because they also set how long the flight takes and how many gigabytes come home.',
  ],
  sections: [
    {
      heading: 'How often is a plant seen?',
      paragraphs: [
        'If each photo repeats 80 % of the one before, a new one is taken every fifth of its length on the ground. A plant therefore appears in five photos of its line. If lines overlap by 70 %, their distance is three tenths of the width of a photo, and the plant is seen from three lines, sometimes four. Together that is some fifteen views.',
        'With 60 % in both directions it is two and a half along the line and two and a half across: about six. Two views would do to compute a point in theory. In practice many views fall away, because of blur, wind, glare or leaves that look like their neighbours. The rest must still agree.',
      ],
    },
    {
      heading: 'From percent to metres',
      paragraphs: [
        'Take a camera of 4000 by 3000 pixels at 1 cm on the ground. One photo covers 40 by 30 m. Flying with the short side ahead, 80 % means a photo every 6 m: at 4 m/s, one every second and a half. Side overlap of 70 % means lines 12 m apart.',
        'Two warnings follow from such sums. The first is the speed: when the camera cannot store a photo that fast, the program slows the aircraft down or, worse, leaves photos out. The second is blur. At 4 m/s and an exposure of 1/500 s the aircraft moves 8 mm, which is nearly one pixel. In dull light either slow down or raise the sensitivity.',
      ],
    },
    {
      heading: 'Overlap is lost on the way up',
      paragraphs: [
        'The percentages hold for the height the program has in mind, which is mostly the ground at the take-off point. The top of a tall crop is closer to the camera. There a photo covers less, while the distance between photos stays as it is. At 20 m above ground, 80 % on the soil becomes 77 % at the top of maize of 2.5 m. At 70 % side overlap, 66 % remain. Low flights over tall crops need a margin; so do fields that rise away from where you stand, unless the program follows the terrain.',
      ],
    },
    {
      heading: 'What to enter',
      paragraphs: [
        'For a plain picture of the field, 75 % ahead and 60 % to the side will often do. For plot values, 80 % and 70 %. For heights, or over a dense, even canopy, 85 % and 75 % or more. Let the lines run on past the last plots by at least one photo, since the edge of the flight is seen least. If the battery forces a choice, fly higher rather than with less overlap: coarser pixels are a known loss, holes in the map are not.',
      ],
    },
  ],
}
