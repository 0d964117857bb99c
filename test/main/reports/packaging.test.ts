import fs from 'node:fs'
import { describe, expect, it } from 'vitest'

const text = (name: string) => fs.readFileSync(`resources/packaging/${name}`, 'utf8')
const found = (pattern: RegExp, name: string) => pattern.exec(text(name))?.[1]

describe('the packages of the three systems', () => {
  it('register the same ending and the same type for a report', () => {
    const type = 'application/vnd.cuepoint.report+zip'
    expect(found(/<glob pattern="\*\.(\w+)"/, 'cuepoint-mime.xml')).toBe('cuepoint')
    expect(found(/^ *- ext: (\w+)$/m, 'electron-builder.yml')).toBe('cuepoint')
    expect(found(/<mime-type type="([^"]+)"/, 'cuepoint-mime.xml')).toBe(type)
    expect(found(/^MimeType=([^;]+);$/m, 'cuepoint.desktop')).toBe(type)
    expect(found(/^ *mimeType: (\S+)$/m, 'electron-builder.yml')).toBe(type)
  })

  it('start the app with the file as one argument', () => {
    expect(found(/^Exec=(.+)$/m, 'cuepoint.desktop')).toBe('cuepoint %f')
  })
})
