// Adds what the code expects of a current Electron and the carried one lacks; loaded by every
// worker too.
const Module = require('node:module')
const workerThreads = require('node:worker_threads')

globalThis.File ??= require('node:buffer').File

const load = Module._load
Module._load = function (request, ...rest) {
  return load.call(this, request === 'node:sqlite' ? process.env.CUEPOINT_SQLITE : request, ...rest)
}

// Node reads this before it can read from an archive.
const beforeAll = __filename.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')

workerThreads.Worker = class Worker extends workerThreads.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: ['--require', beforeAll, ...(options.execArgv ?? [])] })
  }
}
