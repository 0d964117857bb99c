const en = {
  title: 'Rankings',
  text: 'The players of the account by sessions, in whole days of its zone: what gains and loses places.',
  limit: 'Places',
  event: {
    started: 'Most played',
    viewed: 'Most viewed',
    finished: 'Most finished',
    clicked: 'Most clicked',
  },
  vs: 'Places before: {{days}}.',
  noComparison: 'No period is compared: choose one with the dates to see places gained.',
  compareFailed: 'The compared period could not be read: {{why}}',
  none: 'No sessions in this period',
  noneText: 'No player of the account had this event on these days.',
  company: {
    title: 'Company ID',
    why: 'The service’s own rankings need the ID of the company. It is asked once and kept with the account on this computer.',
    more: 'Most clicked needs the company ID.',
    enter: 'Enter the company ID',
    where:
      'Find it in the dashboard of the platform: account settings, beside the key of the analytics API. It looks like 3f2b8c1e-0d4a-4c57-9a1b-2e6f7d8c9b0a. If it is not there, ask the support of the platform for the company ID of the analytics API.',
    label: 'Company ID',
    invalid: 'Not a company ID: 32 digits and letters from a to f, in five groups with hyphens.',
    save: 'Keep',
    change: 'Change the company ID',
    cancel: 'Cancel',
    known: 'Company {{id}}',
    refused:
      'If the company ID is another one, change it: the service answers only for the company of the key.',
  },
  unlisted: 'Players without a name here are not in the list of players: they may be deleted.',
}

const ptBr: typeof en = {
  title: 'Rankings',
  text: 'Os players da conta por sessões, em dias inteiros do fuso dela: quem ganha e quem perde posições.',
  limit: 'Posições',
  event: {
    started: 'Mais reproduzidos',
    viewed: 'Mais vistos',
    finished: 'Mais concluídos',
    clicked: 'Mais clicados',
  },
  vs: 'Posições anteriores: {{days}}.',
  noComparison:
    'Nenhum período é comparado: escolha um junto das datas para ver as posições ganhas.',
  compareFailed: 'Não foi possível ler o período comparado: {{why}}',
  none: 'Nenhuma sessão neste período',
  noneText: 'Nenhum player da conta teve este evento nestes dias.',
  company: {
    title: 'ID da empresa',
    why: 'Os rankings do próprio serviço precisam do ID da empresa. Ele é pedido uma vez e guardado com a conta neste computador.',
    more: 'Mais clicados precisa do ID da empresa.',
    enter: 'Informar o ID da empresa',
    where:
      'Encontre-o no painel da plataforma: configurações da conta, ao lado da chave da API de analytics. Ele se parece com 3f2b8c1e-0d4a-4c57-9a1b-2e6f7d8c9b0a. Se não estiver lá, peça ao suporte da plataforma o ID da empresa na API de analytics.',
    label: 'ID da empresa',
    invalid: 'Não é um ID de empresa: 32 dígitos e letras de a a f, em cinco grupos com hífens.',
    save: 'Guardar',
    change: 'Mudar o ID da empresa',
    cancel: 'Cancelar',
    known: 'Empresa {{id}}',
    refused: 'Se o ID da empresa for outro, mude-o: o serviço só responde pela empresa da chave.',
  },
  unlisted: 'Players sem nome aqui não estão na lista de players: podem ter sido excluídos.',
}

export const leaderboardText = { en, 'pt-BR': ptBr }
