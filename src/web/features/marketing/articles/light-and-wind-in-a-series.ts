import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'You fly a trial every ten days and plot the index of each entry over the season. On one date, all entries are off the curve at once. Did the crop change, or the sky? You can judge a single flight by its looks. A series has to be comparable with itself, and that is decided before take-off.',
  ],
  sections: [
    {
      heading: 'What a pixel holds',
      paragraphs: [
        'The camera counts light. How much arrives depends on three things: how strong the light on the field is, how much of it the leaf reflects, and how the camera is set. Only the second belongs to the plant. To compare dates, the other two must be kept constant or measured.',
        'That is what reflectance panels and light sensors are for. A panel of known grey, photographed just before and after the flight, ties the brightness of the images to a known value. A sensor on top of the drone follows the light from photo to photo. Together they turn counts into reflectance, which can be compared between dates. A standard camera has neither, so use indices that are ratios of its own colours, and compare within one date first.',
      ],
    },
    {
      heading: 'Which sky is best',
      paragraphs: [
        'A clear sky around noon gives short shadows and the most light. An evenly overcast sky gives no shadows and hardly changes for an hour, which many prefer for colour and height. Both work. A mixture doesn’t: single clouds drift over the trial, and one range is photographed in the sun, the next in the shade. Shade is darker and bluer, and no later step removes it cleanly, because its edge runs through the middle of photos.',
        'If your climate allows it, choose one of the two for the whole season. If it doesn’t, note the sky for each flight. An index that steps up or down with that note, for all entries, is telling you about clouds.',
      ],
    },
    {
      heading: 'The height of the sun',
      paragraphs: [
        'Leaves don’t reflect light evenly in all directions. With the sun behind you a canopy is brighter than against the sun, and directly opposite the sun there is a hot spot without any shadow. As the sun sinks, shadows between the rows grow, and so does the share of dark pixels in each plot. An index that divides one colour by another corrects for part of this, but not all.',
        'So fly at the same solar time, not just the same clock time, within about two hours of noon. At high latitudes, early and late in the year, that window closes; then the same sun height on each date matters more than the highest one.',
      ],
    },
    {
      heading: 'Camera settings',
      paragraphs: [
        'Automatic exposure evens out exactly the difference you want to measure: over a dark, dense plot it brightens the photo. Set exposure and white balance by hand, short enough that bare soil and white targets don’t burn out. Save raw files if the camera can, because a JPEG has been sharpened and adjusted to please the eye.',
      ],
    },
    {
      heading: 'Wind',
      paragraphs: [
        'Wind moves leaves between photos and within a photo. The first spoils matching: heights become lower and noisier, and the map gets smears or holes where the canopy was never the same twice. The second is blur. Wind also turns leaves: in many crops the underside is paler, so a gust shows as a brighter patch. Maize and tall grasses suffer first; short, stiff canopies can take more.',
        'No limit in metres per second holds for every crop. Stand beside the trial before take-off. If the tips swing by more than a few pixels, that is, a few centimetres, wait. The hours after sunrise and before sunset are calmer but have long shadows; noon has the light, but often the wind. For height, choose the calm. For colour, choose the light.',
      ],
    },
    {
      heading: 'What to write down',
      paragraphs: [
        'Five notes keep a series readable for years: date and time with time zone, sky (clear, overcast, changing), wind, camera settings, and whether you photographed a panel. Put them in the description when you upload, or in a text file in the folder. And include one thing in every flight that never grows, such as a track, a roof or a painted plate. If its colour changes between dates, you know how far to trust the rest.',
      ],
    },
  ],
}
