// Replaces `debug`, with which the statistics library logs, in the window's bundle
// (electron.vite.config.ts). To find out whether it is enabled, `debug` reads the window's storage,
// which takes up to 100 ms.
module.exports = () => () => undefined
