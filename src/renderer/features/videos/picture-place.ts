interface Size {
  width: number
  height: number
}

/** A typical player in pixels; the document defines neither its size nor the margin. */
const PLAYER: Size = { width: 1280, height: 720 }
const MARGIN = 32
const ALONG = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 } as const

const share = (word: string | undefined) => ALONG[word as keyof typeof ALONG] ?? 0.5

/**
 * The rectangle of a picture over the player, in percent. Video, smart_autoplay: sized to its own dimensions,
 * shrunk to fit leaving a margin, scaled, and anchored at its place.
 */
export function pictureOver(picture: Size, position: string, scale: number | null) {
  const room = { width: PLAYER.width - 2 * MARGIN, height: PLAYER.height - 2 * MARGIN }
  const fit = Math.min(1, room.width / picture.width, room.height / picture.height)
  const factor = fit * Math.min(1, Math.max(0.1, scale ?? 1))
  const width = picture.width * factor
  const height = picture.height * factor
  const [row, column] = position.split('-')
  return {
    left: (100 * (MARGIN + (room.width - width) * share(column))) / PLAYER.width,
    top: (100 * (MARGIN + (room.height - height) * share(row))) / PLAYER.height,
    width: (100 * width) / PLAYER.width,
  }
}
