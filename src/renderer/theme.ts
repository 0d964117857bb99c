import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Keeps popovers within the screen, so that they do not cover the sidebar. */
const WITHIN_SCREEN = {
  flip: true,
  shift: {
    padding: 8,
    // A getter, because the element does not exist yet when the theme is created.
    get boundary() {
      return document.querySelector('main') ?? undefined
    },
  },
}

/** Also keeps popovers off their own button: with little space they shrink and scroll. */
export const WITHIN_HEIGHT = { ...WITHIN_SCREEN, size: { padding: 8 } }

/** Mantine's descriptions and errors of small fields would be 10 px. */
const legible = {
  label: {},
  description: { '--input-description-size': '0.75rem' },
  error: { '--input-error-size': '0.75rem' },
  success: {},
} as const

const small = { defaultProps: { size: 'xs' } }

/** Compact sizes, and accessible names that Mantine leaves out. */
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
    // By name, because importing the components would load all of them at the start.
    Button: small,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: { vars: () => legible },
    TextInput: small,
    PasswordInput: small,
    NumberInput: small,
    NativeSelect: small,
    Select: small,
    Switch: small,
    // Inside a landmark, so that screen readers find all content in landmarks.
    Portal: { defaultProps: { target: '#overlays' } },
    Popover: { defaultProps: { middlewares: WITHIN_SCREEN } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320 } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 0 },
        styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } },
        // Mantine's <header> would count as a second banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
})

/** Mantine's greys and reds adjusted to WCAG AA, and the app's own colours. */
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
    // Mantine's dark colours are almost white: links and destructive actions would not be recognizable.
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
