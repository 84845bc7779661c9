const STEPS = [
  'Put all raw images in one folder.',
  'Include the Excel or CSV file of the ground control points (GCP), if there is one.',
  'Compress the folder into one archive.',
  'Upload the archive here.',
]

export const UploadGuide = () => (
  <ol aria-label="How to prepare the upload" className="grid gap-x-5 gap-y-2 text-sm sm:grid-cols-4">
    {STEPS.map((step, index) => (
      <li key={step} className="flex gap-3 border-t-2 border-ramp-4 pt-2 sm:flex-col sm:gap-1">
        <span
          aria-hidden
          className="w-4 shrink-0 font-display text-lg/5 font-semibold text-action sm:w-auto sm:text-2xl/7"
        >
          {index + 1}
        </span>
        <span className="text-muted">{step}</span>
      </li>
    ))}
  </ol>
)
