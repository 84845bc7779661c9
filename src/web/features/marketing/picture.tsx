import { type PictureName, sizesOf } from './pictures.ts'

type PictureProps = {
  name: PictureName
  /** Empty when the text beside the picture says the same. */
  alt: string
  /** The sizes attribute. */
  sizes: string
  className?: string
  /** Above the fold, so loaded at once, with high or ('second') low priority. */
  eager?: boolean | 'second'
  /** The sizes attribute of the upright crop that phones show instead. */
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
