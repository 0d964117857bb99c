// Replaces `debug`, which the statistics library writes its traces with, in the window's bundle
// (electron.vite.config.ts): to find out whether it is on it reads the window's storage, for up to 100 ms.
module.exports = () => () => undefined
