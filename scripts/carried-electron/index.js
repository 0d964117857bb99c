// Starts the app named by the first argument that is not a flag, as the `electron` command does.
const { app } = require('electron')
const path = require('node:path')

const named = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
const folder = path.resolve(named ?? '.')
const manifest = require(path.join(folder, 'package.json'))

const { createRequire } = require('node:module')
process.env.CUEPOINT_SQLITE ??= createRequire(path.join(folder, 'package.json')).resolve(
  '@photostructure/sqlite',
)
require('./boot.cjs')

app.setName(manifest.productName ?? manifest.name)
app.setVersion(manifest.version)
app.setAppPath(folder)
require(path.join(folder, manifest.main))
