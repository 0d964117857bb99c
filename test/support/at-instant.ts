// Runs before each test file.
import { setClocks } from './instant.ts'

setClocks()
