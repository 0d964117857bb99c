// Runs before each test file, and closes what its helpers opened once its own hooks have run.
import { afterAll, beforeEach } from 'vitest'
import { closingFromNow } from './opened.ts'

afterAll(closingFromNow())
beforeEach(() => closingFromNow())
