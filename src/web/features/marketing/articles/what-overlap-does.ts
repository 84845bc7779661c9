import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'Every flight planner asks for two percentages, and most people keep the defaults. It is worth knowing what they do, because they also decide how long you fly and how many gigabytes you bring home.',
  ],
  sections: [
    {
      heading: 'How often is a plant seen?',
      paragraphs: [
        'If each photo repeats 80 % of the one before, the drone takes one every fifth of a photo’s length. So a plant appears in five photos of its line. If lines overlap by 70 %, they are three tenths of a photo’s width apart, and the plant is seen from three lines, sometimes four. Together that makes about fifteen views.',
        'With 60 % in both directions it is two and a half along the line and two and a half across: about six. In theory, two views are enough to compute a point. In practice many are lost to blur, wind, glare, or leaves that look like their neighbours. The rest still have to agree.',
      ],
    },
    {
      heading: 'From percent to metres',
      paragraphs: [
        'Take a camera with 4000 by 3000 pixels, at 1 cm per pixel. One photo covers 40 by 30 m. Flying along the short side, 80 % means a photo every 6 m: at 4 m/s, one every second and a half. A side overlap of 70 % means lines 12 m apart.',
        'Two warnings follow. The first is speed: if the camera can’t store photos that fast, the drone slows down or, worse, skips some. The second is blur. At 4 m/s and an exposure of 1/500 s the drone moves 8 mm, nearly one pixel. In dull light, slow down or raise the sensitivity.',
      ],
    },
    {
      heading: 'Tall crops cost overlap',
      paragraphs: [
        'The percentages hold for the height the planner assumes, usually the ground at take-off. The top of a tall crop is closer to the camera, so each photo covers less of it, while the distance between photos stays the same. At 20 m above ground, 80 % on the soil becomes 77 % at the top of maize 2.5 m tall, and a side overlap of 70 % becomes 66 %. Low flights over tall crops need a margin. So do fields that rise from where you stand, unless the drone follows the terrain.',
      ],
    },
    {
      heading: 'What to enter',
      paragraphs: [
        'For an overview of the field, 75 % ahead and 60 % to the side is often enough. For plot values, use 80 % and 70 %. For heights, or over a dense, even canopy, 85 % and 75 % or more. Extend the lines past the last plots by at least one photo, because the edge of the flight is seen least. If the battery forces a choice, fly higher rather than with less overlap: coarser pixels are a known loss, holes in the map are not.',
      ],
    },
  ],
}
