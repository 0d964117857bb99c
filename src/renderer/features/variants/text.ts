const en = {
  title: 'Variants',
  text: 'The tests that run inside one player: which headline, speed or autoplay to keep.',
  noPlayers: 'This account has no players',
  noPlayersText: 'Tests inside a player appear here once there is one.',
  loading: 'Loading',
  utc: 'UTC days',
  utcHint: 'The service cuts the days of these tests in UTC, whatever zone the account has.',
  block: { headlines: 'Headlines', turbo: 'Speeds', smartAutoplays: 'Smart autoplays' },
  base: 'Lift against',
  row: {
    headlines: 'Headline {{label}}',
    turbo: 'Speed {{label}}',
    smartAutoplays: 'Autoplay {{label}}',
  },
  none: {
    headlines: 'No headline test',
    turbo: 'No speed test',
    smartAutoplays: 'No autoplay test',
  },
  noneText: 'The service has no such test for this player in these days.',
  better: '{{rows}}: better than {{base}} in {{what}}, beyond chance.',
  noneDecided: 'Nothing is decided against {{base}} yet: keep collecting, or choose more days.',
  what: { play_rate_verdict: 'plays per view', conversion_rate_verdict: 'conversions per play' },
  verdictNote:
    'A verdict takes {{days}} whole days and {{conversions}} conversions in each row, the guardrails last set for an A/B test. The service does not say when each row began, so the days of the period are counted.',
  generic:
    'The service’s documentation does not describe these columns; they are shown as received.',
  measure: 'Figure',
  chartSummary: '{{measure}} by speed: {{figures}}.',
  unknown: 'Player unknown here',
  unknownText:
    'The service does not find this player in the account of this key. That is not a zero: it has no answer.',
  check: 'Check the list of players',
  listed:
    'The list that was just read has this player. Try again; if it stays unknown, its video was probably deleted a moment ago.',
  unlisted:
    'The list that was just read does not have this player: it was deleted, or belongs to another account.',
  settings: 'The video now: mode {{mode}}, active autoplay {{active}}.',
  mode: { single: 'one autoplay', ab_test: 'A/B test' },
  settingsHint: 'Read only: the platform decides both.',
  notSaid: 'not said',
}

const ptBr: typeof en = {
  title: 'Variantes',
  text: 'Os testes que rodam dentro de um player: qual headline, velocidade ou autoplay manter.',
  noPlayers: 'Esta conta não tem players',
  noPlayersText: 'Os testes dentro de um player aparecem aqui quando houver um.',
  loading: 'Carregando',
  utc: 'Dias em UTC',
  utcHint: 'O serviço corta os dias destes testes em UTC, qualquer que seja o fuso da conta.',
  block: { headlines: 'Headlines', turbo: 'Velocidades', smartAutoplays: 'Autoplays inteligentes' },
  base: 'Ganho sobre',
  row: {
    headlines: 'Headline {{label}}',
    turbo: 'Velocidade {{label}}',
    smartAutoplays: 'Autoplay {{label}}',
  },
  none: {
    headlines: 'Nenhum teste de headline',
    turbo: 'Nenhum teste de velocidade',
    smartAutoplays: 'Nenhum teste de autoplay',
  },
  noneText: 'O serviço não tem esse teste para este player nestes dias.',
  better: '{{rows}}: melhor que {{base}} em {{what}}, além do acaso.',
  noneDecided: 'Ainda não há vencedor contra {{base}}: continue coletando, ou escolha mais dias.',
  what: {
    play_rate_verdict: 'plays por visualização',
    conversion_rate_verdict: 'conversões por play',
  },
  verdictNote:
    'Um veredito exige {{days}} dias inteiros e {{conversions}} conversões em cada linha, os limites definidos por último em um teste A/B. O serviço não diz quando cada linha começou, então contam os dias do período.',
  generic: 'A documentação do serviço não descreve estas colunas; elas aparecem como recebidas.',
  measure: 'Número',
  chartSummary: '{{measure}} por velocidade: {{figures}}.',
  unknown: 'Player desconhecido aqui',
  unknownText:
    'O serviço não encontra este player na conta desta chave. Isso não é um zero: não há resposta.',
  check: 'Conferir a lista de players',
  listed:
    'A lista lida agora tem este player. Tente de novo; se continuar desconhecido, o vídeo dele provavelmente foi excluído há instantes.',
  unlisted: 'A lista lida agora não tem este player: ele foi excluído, ou é de outra conta.',
  settings: 'O vídeo agora: modo {{mode}}, autoplay ativo {{active}}.',
  mode: { single: 'único', ab_test: 'teste A/B' },
  settingsHint: 'Somente leitura: a plataforma decide os dois.',
  notSaid: 'não informado',
}

export const variantsText = { en, 'pt-BR': ptBr }
