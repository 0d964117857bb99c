/** A process that opens the databases, promises their content, and closes them. */

import { writeFileSync } from 'node:fs'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { testClock } from '../clock.ts'
import { stateOf } from './desk-state.ts'

const [folder = '', promises = ''] = process.argv.slice(2)
const verbs = makeVerbs(folder, testClock)
writeFileSync(promises, `${JSON.stringify(stateOf(verbs))}\n`)
verbs.close()
