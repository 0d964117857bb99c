// The icons of the app and of its files in every size and format, each drawn at its size from an SVG.
import fs from 'node:fs'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'

const SOURCES = path.resolve(import.meta.dirname, '../../resources/package')
export const ICON_SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512]
const ICO_SIZES = [16, 24, 32, 48, 64, 96, 128, 256]
/** By macOS's names; from `ic11` on for screens of double density. */
const ICNS_SIZES = {
  ...{ icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512 },
  ...{ ic11: 32, ic12: 64, ic13: 256, ic14: 512, ic10: 1024 },
}

/** Writes `app` and `document`, each as `-<size>.png`, `.svg`, `.ico` and `.icns`, and gives the folder. */
export function makeIcons(folder: string): string {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of ['app', 'document']) {
    const svg = fs.readFileSync(path.join(SOURCES, `${name}.svg`))
    const drawn = drawnOnce(svg)
    const write = (suffix: string, bytes: Uint8Array) =>
      fs.writeFileSync(path.join(folder, `${name}${suffix}`), bytes)
    for (const size of ICON_SIZES) write(`-${size}.png`, drawn(size))
    write('.svg', svg)
    write('.ico', icoOf(ICO_SIZES.map((size) => ({ size, png: drawn(size) }))))
    const images = Object.entries(ICNS_SIZES).map(([type, size]) => ({ type, png: drawn(size) }))
    write('.icns', icnsOf(images))
  }
  return folder
}

function drawnOnce(svg: Buffer) {
  const done = new Map<number, Buffer>()
  return (size: number): Buffer => {
    const known = done.get(size)
    if (known) return known
    const fitTo = { mode: 'width', value: size } as const
    const png = Buffer.from(new Resvg(svg, { fitTo }).render().asPng())
    done.set(size, png)
    return png
  }
}

/** An icon file of Windows: a header, an entry per picture, and the pictures. */
function icoOf(images: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let at = head.length
  for (const [index, { size, png }] of images.entries()) {
    const line = 6 + 16 * index
    // One byte each: 256 is written as 0.
    head.writeUInt8(size % 256, line)
    head.writeUInt8(size % 256, line + 1)
    head.writeUInt16LE(1, line + 4)
    head.writeUInt16LE(32, line + 6)
    head.writeUInt32LE(png.length, line + 8)
    head.writeUInt32LE(at, line + 12)
    at += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

/** An icon file of macOS: each picture after its type and length, and the whole file likewise. */
function icnsOf(images: readonly { type: string; png: Buffer }[]): Buffer {
  const framed = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(content.length + 8, 4)
    return Buffer.concat([head, content])
  }
  return framed('icns', Buffer.concat(images.map(({ type, png }) => framed(type, png))))
}
