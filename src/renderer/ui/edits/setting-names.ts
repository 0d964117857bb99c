import type { Language } from '../../../shared/locales/languages.ts'
import type { Group } from '../../../shared/model/settings/index.ts'

type Names = Record<Group, Record<string, string>>

const en: Names = {
  smart_autoplay: {
    '': 'Smart autoplay',
    enabled: 'Smart autoplay is on',
    variants: 'Overlays',
  },
  call_actions: {
    '': 'Calls to action',
    enabled: 'Calls to action are on',
    'base.name': 'Internal label',
    'base.type': 'Place',
    'base.active': 'Active',
    'window.start': 'Appears at',
    'window.end': 'Disappears at',
    'window.persist_on_video_end': 'Stays after the video ends',
    'action.content': 'Button text',
    'action.url': 'Address it opens',
    'action.open_in_new_tab': 'Opens in a new tab',
    'action.html': 'HTML',
    'action.as_html': 'Own HTML instead of a button',
    image_as_button: 'Picture instead of a text button',
    'design.typography': 'Typography',
    'design.styles': 'Style',
  },
  pixels: {
    '': 'Pixels',
    enabled: 'Pixels are on',
    'base.name': 'Internal label',
    'base.type': 'Kind',
    'tag.html': 'Snippet',
    'dispatch.active': 'Active',
    'dispatch.mode': 'Fires by',
    'dispatch.threshold': 'Fires at',
  },
  traffic_filter: {
    '': 'Traffic filter',
    enabled: 'The traffic filter is on',
    fallback_video_id: 'Fallback video',
    token: 'Bypass token',
    languages: 'Browser languages',
    countries: 'Countries',
    devices: 'Devices',
    query_params: 'Query parameters',
    block_proxy: 'Filter out proxies and VPNs',
  },
  playback: {
    '': 'Playback',
    enabled: 'Playback settings are on',
    disable_pause: 'Viewers cannot pause',
    smart_pause: 'Pause when the browser tab is hidden',
    scroll_to_action_in: 'Scroll to the action at',
    action_after_finish: 'After the end',
  },
  immersive_mode: {
    '': 'Immersive mode',
    enabled: 'Immersive mode is on',
    desktop: 'On desktops',
    mobile: 'On phones',
    disable_scrolling: 'The page cannot be scrolled',
    expand_on_play: 'Starts with playback',
    minimize_on_pause: 'Ends on pause',
  },
}

const ptBr: Names = {
  smart_autoplay: {
    '': 'Autoplay inteligente',
    enabled: 'Autoplay inteligente ligado',
    variants: 'Capas',
  },
  call_actions: {
    '': 'Chamadas para ação',
    enabled: 'Chamadas para ação ligadas',
    'base.name': 'Rótulo interno',
    'base.type': 'Lugar',
    'base.active': 'Ativa',
    'window.start': 'Aparece em',
    'window.end': 'Desaparece em',
    'window.persist_on_video_end': 'Fica depois do fim do vídeo',
    'action.content': 'Texto do botão',
    'action.url': 'Endereço que abre',
    'action.open_in_new_tab': 'Abre em nova aba',
    'action.html': 'HTML',
    'action.as_html': 'HTML próprio em vez de botão',
    image_as_button: 'Imagem em vez de botão de texto',
    'design.typography': 'Tipografia',
    'design.styles': 'Estilo',
  },
  pixels: {
    '': 'Pixels',
    enabled: 'Pixels ligados',
    'base.name': 'Rótulo interno',
    'base.type': 'Tipo',
    'tag.html': 'Código',
    'dispatch.active': 'Ativo',
    'dispatch.mode': 'Dispara por',
    'dispatch.threshold': 'Dispara em',
  },
  traffic_filter: {
    '': 'Filtro de tráfego',
    enabled: 'Filtro de tráfego ligado',
    fallback_video_id: 'Vídeo alternativo',
    token: 'Token de liberação',
    languages: 'Idiomas do navegador',
    countries: 'Países',
    devices: 'Dispositivos',
    query_params: 'Parâmetros da URL',
    block_proxy: 'Barrar proxies e VPNs',
  },
  playback: {
    '': 'Reprodução',
    enabled: 'Ajustes de reprodução ligados',
    disable_pause: 'Quem assiste não pode pausar',
    smart_pause: 'Pausar quando a aba do navegador fica oculta',
    scroll_to_action_in: 'Rolar até a ação em',
    action_after_finish: 'Depois do fim',
  },
  immersive_mode: {
    '': 'Modo imersivo',
    enabled: 'Modo imersivo ligado',
    desktop: 'No computador',
    mobile: 'No celular',
    disable_scrolling: 'A página não rola no modo imersivo',
    expand_on_play: 'Entra ao iniciar a reprodução',
    minimize_on_pause: 'Sai ao pausar',
  },
}

const NAMES: Record<Language, Names> = { en, 'pt-BR': ptBr }

/** What a person calls a setting; one that is not known goes by the document's own name. */
export const settingName = (group: Group, register: string, language: Language) =>
  NAMES[language][group][register] ?? register

export const groupName = (group: Group, language: Language) => settingName(group, '', language)
