const en = {
  block: 'This part could not be shown',
  screen: 'This screen could not be shown',
  window: 'Cuepoint could not be shown',
  why: 'A mistake in Cuepoint stopped it: {{text}}',
  nextBlock:
    'The rest of the screen goes on. Try again; if it stays, copy the diagnostics and send them.',
  next: 'Nothing that was saved is lost. Try again; if it stays, copy the diagnostics and send them.',
  retry: 'Try again',
  overview: 'Go to the overview',
  closeReport: 'Close the report',
  copy: 'Copy diagnostics',
  copied: 'Diagnostics copied',
  startTitle: 'Cuepoint could not start',
  startAgain: 'Start again',
}

const ptBr: typeof en = {
  block: 'Esta parte não pôde ser mostrada',
  screen: 'Esta tela não pôde ser mostrada',
  window: 'O Cuepoint não pôde ser mostrado',
  why: 'Um erro do Cuepoint a interrompeu: {{text}}',
  nextBlock:
    'O resto da tela continua. Tente de novo; se persistir, copie o diagnóstico e envie-o.',
  next: 'Nada do que foi salvo se perdeu. Tente de novo; se persistir, copie o diagnóstico e envie-o.',
  retry: 'Tentar de novo',
  overview: 'Ir para a visão geral',
  closeReport: 'Fechar o relatório',
  copy: 'Copiar o diagnóstico',
  copied: 'Diagnóstico copiado',
  startTitle: 'O Cuepoint não pôde iniciar',
  startAgain: 'Iniciar de novo',
}

export const faultText = { en, 'pt-BR': ptBr }
