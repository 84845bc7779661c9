import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'You fly a trial every ten days and plot the index of each entry over the season. One point lies off the curve for all entries at once. Did the crop react to something, or did the sky? A single flight can be judged by its looks. A series must be comparable with itself, and that is decided before the aircraft takes off.',
  ],
  sections: [
    {
      heading: 'What a pixel holds',
      paragraphs: [
        'The camera counts light. How much arrives depends on three things: how strong the light on the field is, what share of it the leaf sends back, and how the camera was set. Only the second one belongs to the plant. To compare dates, the other two must be kept constant or measured.',
        'Measuring them is what reflectance panels and light sensors are for. A panel of known grey, photographed just before and just after the flight, ties the brightness of the images to a known value. A sensor on top of the aircraft follows the light from photo to photo. Together they turn counts into reflectance, which can be compared over dates. A normal camera has neither, so its indices should be ratios of its own colours, and should be read within one date first.',
      ],
    },
    {
      heading: 'Which sky is best',
      paragraphs: [
        'A clear sky around noon gives short shadows and the most light. An evenly overcast sky gives no shadows and hardly changes for an hour, which many prefer for colour and for height. Both work. What does not work is a mixture: single clouds that drift over the trial, so that one range is photographed in the sun and the next one in the shade. The shade is darker and also bluer, and no later step removes that cleanly, because its border runs through the middle of photos.',
        'Choose one of the two skies for the whole season if your climate allows it. If it does not, note for each flight which one it was. An index that steps up or down with this note, for all entries, is telling you about clouds.',
      ],
    },
    {
      heading: 'The height of the sun',
      paragraphs: [
        'Leaves do not send light back evenly to all sides. Looking with the sun at your back, a canopy is brighter than looking into the sun, and straight away from the sun there is a hot spot without any shadow. As the sun sinks, shadows between the rows grow, and with them the share of dark pixels in each plot. An index that divides one colour by another corrects for part of this, not for all.',
        'So fly at the same solar time, not merely at the same hour of your watch, within about two hours around noon. In high latitudes early and late in the year that window closes; then the same height of the sun on each date is worth more than the highest one.',
      ],
    },
    {
      heading: 'Camera settings',
      paragraphs: [
        'An automatic exposure evens out exactly the difference you want to measure: over a dark, dense plot it brightens the photo. Set exposure and white balance by hand for the flight, short enough that bare soil and white targets are not burnt out. Save raw files if the camera can, since a JPEG has been sharpened and given a curve to please the eye.',
      ],
    },
    {
      heading: 'Wind',
      paragraphs: [
        'Wind moves leaves between photos and within a photo. The first spoils matching, so that heights become lower and noisier and the map gets smears or holes where the canopy was never the same twice. The second is blur. Wind also turns leaves: in many crops the underside is paler, and a gust passing through a plot shows as a brighter patch. Maize and tall grasses suffer first; short, stiff canopies bear more.',
        'There is no limit in metres per second that holds for every crop. Stand beside the trial before take-off. If the tips swing by more than a few pixels on the ground, that is a few centimetres, wait: the hour after sunrise and the hour before sunset are calmer, but pay with long shadows, and noon has the light but often the wind. For height, choose the calm. For colour, choose the light.',
      ],
    },
    {
      heading: 'What to write down',
      paragraphs: [
        'Five notes make a series readable years later: date and time with time zone, sky (clear, overcast, changing), wind as you felt it, camera settings, and whether a panel was photographed. Put them into the description when you upload, or as a text file into the folder. And keep one thing in every flight that never grows, such as a track, a roof or a painted plate. If its colour changes between dates, you know by how much the rest may be believed.',
      ],
    },
  ],
}
