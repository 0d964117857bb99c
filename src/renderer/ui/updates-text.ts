const en = {
  title: 'Updates',
  none: 'This build has no update address: it is not a release. Nothing is ever asked.',
  what: 'Cuepoint can ask {{host}} whether there is a newer version. The question carries no key, no account and no version. Nothing is installed by itself.',
  daily: 'Ask once a day',
  check: 'Check for updates',
  checking: 'Asking {{host}}…',
  lastChecked: 'Last asked {{ago}}',
  neverChecked: 'Not asked yet',
  isNewest: 'Cuepoint {{version}} is the newest version.',
  available: 'Cuepoint {{version}} is available',
  made: 'Of {{date}}, {{size}} to download',
  download: 'Download',
  downloading: '{{received}} of {{size}}',
  cancel: 'Cancel',
  downloaded: 'The file is here, and it is the one that was signed.',
  open: 'Open the file',
  openAgain: 'Open it again',
  opening: 'Checking the file…',
  waiting_one: '{{count, number}} change is being posted. The file is opened once that is done.',
  waiting_other:
    '{{count, number}} changes are being posted. The file is opened once that is done.',
  opened: 'The file was given to the system. Close Cuepoint before you install it.',
  question:
    'May Cuepoint ask {{host}} once a day whether there is a newer version? Nothing about you is sent, and nothing is installed by itself.',
  yes: 'Ask once a day',
  no: 'Do not ask',
  show: 'Show it',
}

const ptBr: typeof en = {
  title: 'Atualizações',
  none: 'Esta versão não tem endereço de atualizações: não é um lançamento. Nada é perguntado.',
  what: 'O Cuepoint pode perguntar a {{host}} se há uma versão mais nova. A pergunta não leva chave, conta nem versão. Nada se instala sozinho.',
  daily: 'Perguntar uma vez por dia',
  check: 'Procurar atualizações',
  checking: 'Perguntando a {{host}}…',
  lastChecked: 'Última pergunta {{ago}}',
  neverChecked: 'Ainda não perguntou',
  isNewest: 'O Cuepoint {{version}} é a versão mais nova.',
  available: 'O Cuepoint {{version}} está disponível',
  made: 'De {{date}}, {{size}} para baixar',
  download: 'Baixar',
  downloading: '{{received}} de {{size}}',
  cancel: 'Cancelar',
  downloaded: 'O arquivo está aqui, e é o que foi assinado.',
  open: 'Abrir o arquivo',
  openAgain: 'Abrir de novo',
  opening: 'Conferindo o arquivo…',
  waiting_one:
    '{{count, number}} alteração está sendo publicada. O arquivo será aberto depois disso.',
  waiting_other:
    '{{count, number}} alterações estão sendo publicadas. O arquivo será aberto depois disso.',
  opened: 'O arquivo foi entregue ao sistema. Feche o Cuepoint antes de instalar.',
  question:
    'O Cuepoint pode perguntar a {{host}} uma vez por dia se há uma versão mais nova? Nada sobre você é enviado, e nada se instala sozinho.',
  yes: 'Perguntar uma vez por dia',
  no: 'Não perguntar',
  show: 'Mostrar',
}

export const updatesText = { en, 'pt-BR': ptBr }
