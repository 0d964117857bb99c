// `npm run bench`: what is asked for, or everything, on a desktop that nothing else uses.
import path from 'node:path'
import { build } from '../build.mjs'
import { onPrivateDesktop } from '../desktop.mjs'
import { electronExecutable } from '../electron-runtime.mjs'

build()
electronExecutable({ say: console.log })
const main = path.join(import.meta.dirname, 'main.ts')
process.exit(onPrivateDesktop(process.execPath, [main, ...process.argv.slice(2)]))
