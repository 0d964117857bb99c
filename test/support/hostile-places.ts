import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { good, type Hostile, MB, of } from './hostile.ts'
import { pngOf } from './picture-bytes.ts'
import { rawZip } from './raw-zip.ts'

/** Paths that are no regular file, or none of a sane size. Only Linux has all of them. */
export function strangeFiles(): Hostile[] {
  const link = (to: string) => (place: string) => fs.symlinkSync(to, place)
  return [
    { name: 'a folder', outcomes: ['folder'], make: (place) => fs.mkdirSync(place) },
    { name: 'an empty file', outcomes: ['empty'], make: (place) => fs.writeFileSync(place, '') },
    { name: 'not there', outcomes: ['unreadable'], make: () => undefined },
    { name: 'a link to zeros without end', outcomes: ['not-a-file'], make: link('/dev/zero') },
    { name: 'a link to chance without end', outcomes: ['not-a-file'], make: link('/dev/urandom') },
    {
      name: 'a link to a terminal',
      outcomes: ['not-a-file', 'unreadable'],
      make: link('/dev/tty'),
    },
    { name: 'a link to a folder', outcomes: ['folder'], make: link('/') },
    { name: 'a link to nothing', outcomes: ['unreadable'], make: link('/nowhere/at/all') },
    {
      name: 'a link to itself',
      outcomes: ['unreadable'],
      make: (place) => fs.symlinkSync(path.basename(place), place),
    },
    {
      name: 'a pipe that nobody fills',
      outcomes: ['not-a-file'],
      make: (place) => execFileSync('mkfifo', [place]),
    },
    {
      name: 'a link to a process’s memory',
      outcomes: ['empty', 'unreadable'],
      make: link('/proc/self/mem'),
    },
    {
      name: '2 GB of zeros',
      outcomes: ['too-large'],
      make: (place) => {
        fs.writeFileSync(place, '')
        fs.truncateSync(place, 2 * 1024 * MB)
      },
    },
    {
      name: '64 MB of zeros',
      outcomes: ['not-a-report'],
      make: (place) => {
        fs.writeFileSync(place, '')
        fs.truncateSync(place, 64 * MB)
      },
    },
    {
      name: '64 MB of zeros that begin as a zip',
      outcomes: ['not-a-report', 'damaged'],
      make: (place) => {
        fs.writeFileSync(place, 'PK\u0003\u0004')
        fs.truncateSync(place, 64 * MB)
      },
    },
    of('a program', ['not-a-report'], () => Buffer.from('#!/bin/sh\ntouch evil\n')),
    of('a picture', ['not-a-report'], () => pngOf(4, 4)),
    of('a program before the zip', ['not-a-report'], () =>
      Buffer.concat([Buffer.from('MZ'), rawZip(good())]),
    ),
  ]
}
