import type { Picture } from './picture-svg.ts'
import { type Measure, PICTURE_FONT } from './svg-text.ts'

const PIXELS_PER_PIXEL = 2
/** Maximum side in pixels; larger images are not supported everywhere. */
const MOST_A_SIDE = 8192

/** Returns a function that measures text with this computer's fonts. */
export function makeMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return (text, { size, weight }) => {
    if (!context) return text.length * size
    context.font = `${weight} ${size}px ${PICTURE_FONT}`
    return context.measureText(text).width
  }
}

/** The SVG as a PNG in base64, at double resolution unless that is too large. */
export async function pngOf({ svg, width, height }: Picture): Promise<string> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image(width, height)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    const scale = Math.min(PIXELS_PER_PIXEL, MOST_A_SIDE / Math.max(width, height))
    canvas.width = Math.floor(width * scale)
    canvas.height = Math.floor(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const [, base64 = ''] = canvas.toDataURL('image/png').split(',')
    return base64
  } finally {
    URL.revokeObjectURL(address)
  }
}
