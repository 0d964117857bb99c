// Runs the self-check of the built app in CUEPOINT_BUILT, and writes V8's code cache of each of its
// scripts to CUEPOINT_CACHES, with the functions that ran. Loaded again by every thread of the app.
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const vm = require('node:vm')
const workerThreads = require('node:worker_threads')

const built = process.env.CUEPOINT_BUILT
const caches = process.env.CUEPOINT_CACHES
/** A thread may be terminated without notice: what it has compiled so far is written again and again. */
const WRITTEN_EVERY_MS = 500

const scripts = new Map()
const compile = Module.prototype._compile
Module.prototype._compile = function (content, filename, ...rest) {
  const name = path.relative(path.join(built, 'main'), filename)
  if (name.startsWith('..')) return compile.call(this, content, filename, ...rest)
  const script = new vm.Script(Module.wrap(content), { filename })
  scripts.set(name, script)
  const load = (id) => this.require(id)
  const run = script.runInThisContext()
  return run.call(this.exports, this.exports, load, this, filename, path.dirname(filename))
}

workerThreads.Worker = class Worker extends workerThreads.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: ['--require', __filename, ...(options.execArgv ?? [])] })
  }
}

/** Of the threads that load a script, the one that ran the most of it counts. */
function write() {
  for (const [name, script] of scripts) {
    const file = path.join(caches, name)
    const data = script.createCachedData()
    const known = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (data.length <= known) continue
    const partial = `${file}.${workerThreads.threadId}`
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(partial, data)
    fs.renameSync(partial, file)
  }
}

process.on('exit', write)
setInterval(write, WRITTEN_EVERY_MS).unref()
if (workerThreads.isMainThread) {
  const { main, name } = require(path.join(built, 'package.json'))
  const { app } = require('electron')
  app.setName(name)
  app.setAppPath(built)
  app.once('quit', write)
  require(path.join(built, main))
}
