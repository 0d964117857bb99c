const en = {
  loading: 'Loading',
  notDownloaded: 'Not downloaded for these dates',
  notDownloadedText: 'There is no connection, and this was not stored before.',
  tryAgain: 'Try again',
  rowsOnPaper: {
    after: 'The first {{shown}} of {{rows}} rows. The report itself holds them all.',
    between: '{{shown}} of {{rows}} rows, evenly over the video. The report itself holds them all.',
  },
  refresh: 'Ask the service again',
  refreshing: 'Asking the service again',
  totals: 'Total',
  view: { label: 'Show as', chart: 'Chart', table: 'Table' },
  player: 'Player',
  noSuchPlayer: 'No player has this name',
  clearSearch: 'Clear the search',
  copied: 'Copied',
  copyFailed: 'The copy was not allowed',
  cursorHint: 'Point at the chart, or focus it and use the arrow keys.',
}

const ptBr: typeof en = {
  loading: 'Carregando',
  notDownloaded: 'Não baixado para estas datas',
  notDownloadedText: 'Não há conexão, e isto não foi guardado antes.',
  tryAgain: 'Tentar de novo',
  rowsOnPaper: {
    after: 'As primeiras {{shown}} de {{rows}} linhas. O próprio relatório tem todas.',
    between:
      '{{shown}} de {{rows}} linhas, espaçadas por todo o vídeo. O próprio relatório tem todas.',
  },
  refresh: 'Consultar o serviço de novo',
  refreshing: 'Consultando o serviço de novo',
  totals: 'Total',
  view: { label: 'Mostrar como', chart: 'Gráfico', table: 'Tabela' },
  player: 'Player',
  noSuchPlayer: 'Nenhum player tem este nome',
  clearSearch: 'Limpar a busca',
  copied: 'Copiado',
  copyFailed: 'A cópia não foi permitida',
  cursorHint: 'Aponte para o gráfico, ou dê foco a ele e use as setas.',
}

export const blockText = { en, 'pt-BR': ptBr }
