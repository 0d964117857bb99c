import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Keeps what a button opens over the screen that it is on, off the sidebar. */
const WITHIN_SCREEN = {
  flip: true,
  shift: {
    padding: 8,
    // Looked up when it opens: at the first drawing the screen is not in the page yet.
    get boundary() {
      return document.querySelector('main') ?? undefined
    },
  },
}

/** And off its own button: where there is little room it gets lower, and what is in it scrolls. */
export const WITHIN_HEIGHT = { ...WITHIN_SCREEN, size: { padding: 8 } }

/** Descriptions and errors of the small fields would be 10 px. */
const legible = {
  label: {},
  description: { '--input-description-size': '0.75rem' },
  error: { '--input-error-size': '0.75rem' },
  success: {},
} as const

const small = { defaultProps: { size: 'xs' } }

/** The density of a desktop tool, and names for what the kit leaves unnamed to screen readers. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'sm',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  fontSizes: { xs: '.75rem', sm: '.8125rem', md: '.875rem', lg: '1rem', xl: '1.125rem' },
  components: {
    // By name: naming the components themselves would load all of them at the start.
    Button: small,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: { vars: () => legible },
    TextInput: small,
    PasswordInput: small,
    NumberInput: small,
    NativeSelect: small,
    Select: small,
    Switch: small,
    // Inside a landmark, where screen readers look for everything.
    Portal: { defaultProps: { target: '#overlays' } },
    Popover: { defaultProps: { middlewares: WITHIN_SCREEN } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320 } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 0 },
        styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } },
        // The kit's <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
})

/** The kit's greys and reds, made dark or light enough for WCAG AA, and the desk's own colours. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6470',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c02828',
    '--desk-ground': '#f4f5f7',
    '--desk-paper': '#ffffff',
    '--desk-line': '#dfe2e6',
    '--desk-control': '#868e96',
    '--desk-hover': '#f1f3f5',
    '--desk-groove': '#f1f3f5',
    '--desk-groove-text': '#495057',
    '--desk-raised': '#ffffff',
    '--desk-chosen': '#dbe4ff',
    '--desk-chosen-text': '#2f4ac0',
    '--desk-good': '#14803c',
    '--desk-warn': '#a15c00',
    '--desk-warn-ground': '#fff6e0',
    '--desk-unposted': '#6d28a8',
    '--desk-unposted-ink': '#ffffff',
    '--desk-unposted-ground': '#f6effc',
  },
  dark: {
    '--mantine-color-body': '#242528',
    '--mantine-color-text': '#d5d7db',
    '--mantine-color-dimmed': '#a3aab4',
    '--mantine-color-placeholder': '#9aa2ad',
    '--mantine-color-error': '#ff8585',
    // The kit's are all but white: a link would be no link, and what deletes would look harmless.
    '--mantine-color-red-light-color': '#ff8585',
    '--mantine-color-indigo-light-color': '#b8c5ff',
    '--desk-ground': '#1a1b1e',
    '--desk-paper': '#242528',
    '--desk-line': '#37393e',
    '--desk-control': '#7d838c',
    '--desk-hover': '#2c2e33',
    '--desk-groove': '#141517',
    '--desk-groove-text': '#b8bcc4',
    '--desk-raised': '#3b3d42',
    '--desk-chosen': '#2a3355',
    '--desk-chosen-text': '#b8c5ff',
    '--desk-good': '#5fd08a',
    '--desk-warn': '#f0b454',
    '--desk-warn-ground': '#3a2f1a',
    '--desk-unposted': '#cfa8f5',
    '--desk-unposted-ink': '#2a1240',
    '--desk-unposted-ground': '#33264a',
  },
})
