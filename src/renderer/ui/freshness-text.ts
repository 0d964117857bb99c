const en = {
  asOf: 'as of {{time}} ({{ago}}), {{zone}}',
  asOfShort: 'as of {{time}} ({{ago}})',
  /** Without what changes while nobody looks. */
  kept: 'as of {{time}}, {{zone}}',
  keptShort: 'as of {{time}}',
  never: 'not downloaded yet',
  settled: 'final',
  settledHint: 'These days are over for long enough that their figures no longer change.',
  stored: 'Read from this computer',
  service: 'Answered by the service',
  offline: 'from this computer, offline',
  offlineHint: 'While offline nobody can say whether the service has newer figures.',
  fresh: 'fresh',
  ageing: 'ageing',
  old: 'old',
  notNewer: 'could not be refreshed',
}

const pt: typeof en = {
  asOf: 'dados de {{time}} ({{ago}}), {{zone}}',
  asOfShort: 'dados de {{time}} ({{ago}})',
  kept: 'dados de {{time}}, {{zone}}',
  keptShort: 'dados de {{time}}',
  never: 'ainda não baixado',
  settled: 'definitivo',
  settledHint: 'Esses dias já passaram há tempo suficiente para os números não mudarem mais.',
  stored: 'Lido deste computador',
  service: 'Respondido pelo serviço',
  offline: 'deste computador, offline',
  offlineHint: 'Sem conexão não há como saber se o serviço tem números mais novos.',
  fresh: 'recente',
  ageing: 'envelhecendo',
  old: 'antigo',
  notNewer: 'não foi possível atualizar',
}

export const freshnessText = { en, 'pt-BR': pt }
