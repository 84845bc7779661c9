import { type PictureName, sizesOf } from './pictures.ts'

type PictureProps = {
  name: PictureName
  /** Empty when the text beside it says the same. */
  alt: string
  /** How wide it is shown, as in the sizes attribute. */
  sizes: string
  className?: string
  /** Above the fold: loaded at once, and first or after the one that is. */
  eager?: boolean | 'second'
  /** How wide its upright middle is shown instead on phones. */
  uprightSizes?: string | undefined
}

export function Picture({ name, alt, sizes, className = '', eager = false, uprightSizes }: PictureProps) {
  const { width, height, avif, webp, upright } = sizesOf(name)
  const address = (size: number, kind: string): string => `/pictures/${name}-${size}.${kind}`
  return (
    <picture>
      {upright && uprightSizes !== undefined && (
        <source
          media="(width < 640px)"
          type="image/avif"
          srcSet={upright.map((size) => `/pictures/${name}-upright-${size}.avif ${size}w`).join(', ')}
          sizes={uprightSizes}
        />
      )}
      <source
        type="image/avif"
        srcSet={avif.map((size) => `${address(size, 'avif')} ${size}w`).join(', ')}
        sizes={sizes}
      />
      <img
        src={address(webp, 'webp')}
        alt={alt}
        width={width}
        height={height}
        loading={eager === false ? 'lazy' : 'eager'}
        fetchPriority={eager === true ? 'high' : eager === 'second' ? 'low' : 'auto'}
        decoding="async"
        draggable={false}
        className={`block ${className}`}
      />
    </picture>
  )
}
