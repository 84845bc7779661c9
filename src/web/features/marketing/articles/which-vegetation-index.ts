import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'Leaves are dark in red and blue, because chlorophyll absorbs that light. They are a little brighter in green, and very bright in the near infrared, which we can’t see and which leaf tissue scatters back. Soil brightens slowly from blue to infrared, without a step. Nearly all vegetation indices put the size of that step into one number.',
    'There are more than a hundred of them. For a field trial you need a handful, and which one depends on the question.',
  ],
  sections: [
    {
      heading: 'Is there a plant at all?',
      paragraphs: [
        'Emergence, gaps, canopy cover: here you only need to tell plant from soil, and a standard colour camera is enough. Excess green, twice green minus red minus blue, each divided by their sum, is old, simple and hard to beat on bare, even soil. The visible atmospherically resistant index VARI and the normalised difference of green and red (NGRDI) use less blue, which helps where shadows are bluish.',
        'These indices see colour, not leaf area. Once the ground is covered, they still change with the shade of green, with flowers and with ripening, but hardly with the amount of leaf. To them, moss, weeds and a green stake are plants.',
      ],
    },
    {
      heading: 'How much leaf?',
      paragraphs: [
        'NDVI, the difference of near infrared and red over their sum, needs a camera with an infrared band. It tracks the growing canopy well at first. Then it saturates: beyond a leaf area index of about three, almost all red light is already absorbed, and more leaves change the value by less than the noise. If all your plots are between 0.85 and 0.92 in July, that doesn’t mean they are equal.',
        'While soil shows between the rows, its brightness disturbs NDVI: wet, dark soil raises it. SAVI and OSAVI dampen this with a constant in the denominator, and are the better choice early in the season. In dense canopies EVI, or EVI2, its form without blue, saturates later.',
      ],
    },
    {
      heading: 'How green is the leaf?',
      paragraphs: [
        'Nitrogen and chlorophyll show best at the edge between red and infrared, around 700 to 730 nm, because that light still reaches the deeper leaves when red no longer does. With a red-edge band, take NDRE, built like NDVI with the red edge in place of red, or the chlorophyll index CIre, infrared over red edge minus one. These stay sensitive in a closed canopy, when you decide on late nitrogen.',
        'They also react to the amount of leaf. A thin stand with dark leaves and a dense one with pale leaves can get the same value. Read them together with cover or height, or only among plots of similar density.',
      ],
    },
    {
      heading: 'When does it ripen?',
      paragraphs: [
        'For senescence you need the course, not the value. Fly every few days and note when each plot falls below half of its peak: that date can be compared between entries even if the light was never quite the same. Visible indices work well here, because yellowing is what the eye sees, too. But remember that to many of them, flowering rape or sunflower looks like ripening.',
      ],
    },
    {
      heading: 'Is it dry or diseased?',
      paragraphs: [
        'Reflected light reacts late to drought: leaves roll and droop before they change colour. Canopy temperature from a thermal camera reacts earlier, because a leaf that closes its stomata warms up. Each disease changes colour in its own way, and sulphur deficiency, waterlogging and age look much the same from above. An index tells you where to look, not what you will find.',
      ],
    },
    {
      heading: 'How to choose',
      paragraphs: [
        'Start with the camera: a band that wasn’t recorded can’t be computed. Then ask how closed the canopy is: before closure excess green or OSAVI, around it NDVI, after it NDRE or CIre. Use one index for the whole season and a second one as a check. Two that agree add little, but two that diverge point to something: soil, flowers or light.',
        'And name the formula in your results, with the bands of your camera. Red edge means something different for each sensor, and NDVI from a converted colour camera is only a relative of the real one.',
      ],
    },
  ],
}
