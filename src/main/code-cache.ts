import fs from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import vm from 'node:vm'

/** The suffix of the file beside a packaged script that has V8's code cache of it. */
const SUFFIX = '.cache'

/** How many of the scripts loaded so far have a code cache, and which of these V8 refused. */
export const codeCaches = { taken: 0, refused: [] as string[] }

interface Loaded extends Module {
  /** Node's own, which it calls for every CommonJS script. */
  _compile: (this: Loaded, content: string, filename: string, ...rest: unknown[]) => unknown
}

/*
 * Loads scripts with the code caches made while packaging (`scripts/package/code-cache.ts`), so that
 * a start does not compile them again. The first thing that each program of main requires
 * (`electron.vite.config.ts`). A cache of another V8 is refused by V8 itself, and the script compiled.
 */
const prototype = Module.prototype as Loaded
const compile = prototype._compile
prototype._compile = function compileCached(content, filename, ...rest) {
  const cachedData = cacheOf(filename)
  if (!cachedData) return compile.call(this, content, filename, ...rest)
  const script = new vm.Script(Module.wrap(content), { filename, cachedData })
  if (script.cachedDataRejected) codeCaches.refused.push(path.basename(filename))
  else codeCaches.taken += 1
  const require = (id: string) => this.require(id)
  const values = [this.exports, require, this, filename, path.dirname(filename)]
  return Reflect.apply(script.runInThisContext(), this.exports, values)
}

function cacheOf(filename: string): Buffer | null {
  const file = filename + SUFFIX
  return fs.existsSync(file) ? fs.readFileSync(file) : null
}
