// `npm run bench`: what is asked for, or everything, on a desktop that nothing else uses.
import path from 'node:path'
import { onPrivateDesktop } from '../../test/support/desktop.ts'
import { build } from '../build.ts'
import { electronExecutable } from '../electron-runtime.mjs'

await build('release')
electronExecutable({ say: console.log })
const main = path.join(import.meta.dirname, 'main.ts')
process.exit(onPrivateDesktop(process.execPath, [main, ...process.argv.slice(2)]))
