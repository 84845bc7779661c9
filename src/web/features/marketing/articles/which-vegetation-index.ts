import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'Leaves are dark in red and blue, since chlorophyll takes that light for its work. They are a little brighter in green, and very bright in the near infrared, which the eye does not see and which the tissue of the leaf scatters back. Soil rises slowly from blue to infrared without a step. Nearly all vegetation indices are a way to put the size of that step into one number.',
    'There are more than a hundred of them. For a field trial a handful will do, and what separates these is the question.',
  ],
  sections: [
    {
      heading: 'Is there a plant at all?',
      paragraphs: [
        'Emergence, gaps, canopy cover: here plant must be told from soil, and a normal colour camera is enough. Excess green, twice green minus red minus blue, each divided by their sum, is old, simple and hard to beat on bare, even soil. The visible atmospherically resistant index VARI and the normalised difference of green and red (NGRDI) use less blue, which helps where shadows are bluish.',
        'These indices see colour, not quantity of leaf. Once the ground is covered they go on changing with the shade of green, with flowers and with ripening, but hardly with the amount of leaf. Moss, weeds and a green stake are plants to them.',
      ],
    },
    {
      heading: 'How much leaf?',
      paragraphs: [
        'NDVI, the difference of near infrared and red over their sum, needs a camera with an infrared band. It follows the growing canopy well in its first half. After that it saturates: beyond a leaf area index of about three, red light is already used up almost wholly, and more leaves change the value by less than the noise. If all your plots lie between 0.85 and 0.92 in July, that is not because they are equal.',
        'While much soil shows between the rows, its brightness disturbs NDVI: wet, dark soil raises it. SAVI and OSAVI add a constant to the denominator that dampens this, and are the better choice early in the season. For dense canopies EVI or its form without blue, EVI2, saturates later.',
      ],
    },
    {
      heading: 'How green is the leaf?',
      paragraphs: [
        'Nitrogen and chlorophyll show best at the edge between red and infrared, around 700 to 730 nm, since light there still reaches the deeper leaves when red no longer does. With a red-edge band, take NDRE, built like NDVI with the red edge in place of red, or the chlorophyll index CIre, infrared over red edge minus one. These stay sensitive in a closed canopy, when a late dressing is decided.',
        'They also react to the amount of leaf. A thin stand with dark leaves and a dense one with pale leaves may agree. Read them together with cover or height, or only among plots of similar density.',
      ],
    },
    {
      heading: 'When does it ripen?',
      paragraphs: [
        'For senescence you want the course, not the value. Fly every few days and note when each plot falls below half of its peak: that date can be compared between entries even if the light was never quite the same. Visible indices serve well here, since yellowing is what the eye sees too. Do not forget that flowering rape or sunflower looks like ripening to many of them.',
      ],
    },
    {
      heading: 'Is it thirsty, or ill?',
      paragraphs: [
        'An index of reflected light reacts late to drought: leaves roll and hang before they change colour. Canopy temperature from a thermal camera reacts earlier, since a leaf that closes its stomata warms up. Disease changes colour in ways that differ with the pathogen, and lack of sulphur, waterlogging or age look much the same from above. An index says where to walk; it does not say what you will find.',
      ],
    },
    {
      heading: 'How to choose',
      paragraphs: [
        'Begin with the camera, since a band that was not recorded cannot be computed. Then ask how closed the canopy is: before closure excess green or OSAVI, around it NDVI, after it NDRE or CIre. Take one index for the whole season and a second one as a witness. Two that agree say little more than one, but two that part company point to something: soil, flowers, or light.',
        'And name the formula in your results, with the bands of your camera. The red edge of one sensor is not that of another, and an NDVI from a converted colour camera is a relative of the real one at best.',
      ],
    },
  ],
}
