// Runs before each test file.
import { resetTestClock } from './clock.ts'
import { setClocks } from './instant.ts'

setClocks()
// Files that run in the same process share it.
resetTestClock()
