// Starts a packaged app, which is next to this folder.
process.env.CUEPOINT_SQLITE = require.resolve('@photostructure/sqlite')
require('./boot.cjs')
require('../main/index.cjs')
