// The smallest Electron app, with which Cuepoint's start and memory are compared.
const { app, BrowserWindow } = require('electron')
const path = require('node:path')

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(path.join(__dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())
