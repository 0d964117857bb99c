// Runs before each file of end-to-end tests, and before anything reads the environment.
import { inject } from 'vitest'
import type {} from './desktops.ts'

Object.assign(process.env, inject('desktops')[Number(process.env['VITEST_POOL_ID']) - 1])
