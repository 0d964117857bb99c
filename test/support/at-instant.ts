// Runs before each test file.
import { resetTestClock } from './clock.ts'
import { setClocks } from './instant.ts'

setClocks()
// Files that run in one process share it.
resetTestClock()
