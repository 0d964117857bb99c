// Starts a packaged app, which lies beside this folder.
process.env.CUEPOINT_SQLITE = require.resolve('@photostructure/sqlite')
require('./boot.cjs')
require('../main/index.cjs')
