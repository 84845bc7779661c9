import { Picture } from '../picture.tsx'

export type BenchPicture = { name: 'bench-wheat' | 'bench-maize' | 'bench-potatoes' | 'bench-vines'; alt: string }

/** A whole screen of a trial, as it looks on a computer or on a phone (npm run screens -- pictures). */
export const BenchScreen = ({ name, alt }: BenchPicture) => (
  <div className="mx-auto max-w-[22rem] overflow-hidden rounded-md border border-line-strong shadow-[0_12px_32px_-18px_rgb(21_47_74/0.4)] sm:max-w-none">
    <Picture
      name={name}
      alt={alt}
      sizes="(min-width: 1280px) 1214px, 95vw"
      uprightSizes="352px"
      className="aspect-[5/8] h-auto w-full object-cover sm:aspect-[8/5]"
    />
  </div>
)
