import fs from 'node:fs'
import { createRequire } from 'node:module'

/** The Big List of Naughty Strings. */
export function naughtyStrings(): string[] {
  const list = createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json')
  return JSON.parse(fs.readFileSync(list, 'utf8')) as string[]
}
