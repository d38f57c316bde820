// The header of the page: its name, its sections and the preferences.

import { useSignal } from "@preact/signals";

import { language, LANGUAGE_NAMES, LANGUAGES, setLanguage, tag, words } from "./words/words";
import { readBackup, writeBackup } from "./backup";
import { type PageProblem, problemOf } from "./wane/problem";
import { ProblemText } from "./view/problem-text";
import { Dialog } from "./view/dialog";
import { chooseFile, saveFile } from "./view/files";
import { Icon, Logo } from "./view/icons";
import { showsDots, theme, THEMES } from "./view/preferences";
import { address, type Section, SECTIONS } from "./view/route";
import { oneOf } from "./store/stored";

export function Header({ section }: { section: Section }) {
  const text = words();
  const isDialogOpen = useSignal(false);
  return (
    <header class="header">
      <div class="header-inside">
        <a class="brand" href={address("play")} aria-label={text.title}>
          <Logo />
          <span>Wane</span>
        </a>
        <nav aria-label={text.sections}>
          {SECTIONS.map((it) => (
            <a key={it} href={address(it)} aria-current={it === section ? "page" : undefined}>
              {text.tabs[it]}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="icon-button"
          aria-label={text.preferences.title}
          onClick={() => {
            isDialogOpen.value = true;
          }}
        >
          <Icon name="settings" />
        </button>
      </div>
      {isDialogOpen.value && (
        <Preferences
          onClose={() => {
            isDialogOpen.value = false;
          }}
        />
      )}
    </header>
  );
}

function Preferences({ onClose }: { onClose: () => void }) {
  const text = words().preferences;
  const isTheme = oneOf(THEMES);
  const isLanguage = oneOf(LANGUAGE_NAMES);
  return (
    <Dialog title={text.title} onClose={onClose}>
      <label>
        {text.language}
        <select
          value={language.value}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && void setLanguage(value)}
        >
          {LANGUAGE_NAMES.map((it) => (
            <option key={it} value={it} lang={tag(it)}>
              {LANGUAGES[it]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.theme}
        <select
          value={theme.value}
          onChange={({ currentTarget: { value } }) => {
            if (isTheme(value)) theme.value = value;
          }}
        >
          {THEMES.map((it) => (
            <option key={it} value={it}>
              {text.themes[it]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={showsDots.value}
          onChange={(event) => {
            showsDots.value = event.currentTarget.checked;
          }}
        />
        {text.dots}
      </label>
      <p class="faint">{text.keys}</p>
      <CopyOfAll />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}

/** The buttons that save and open a copy of everything. */
function CopyOfAll() {
  const text = words().preferences.copy;
  const message = useSignal<string | PageProblem>("");
  const save = async () => saveFile(await writeBackup(), `wane-${new Date().toISOString().slice(0, 10)}.json`);
  const open = async () => {
    const file = await chooseFile("application/json,.json");
    if (file === null) return;
    try {
      message.value = text.opened(await readBackup(await file.text()));
    } catch (error) {
      message.value = problemOf(error);
    }
  };
  return (
    <fieldset class="choice">
      <legend>{text.title}</legend>
      <p class="faint">{text.about}</p>
      <div class="buttons">
        <button type="button" onClick={save}>
          {text.save}
        </button>
        <button type="button" onClick={open}>
          {text.open}
        </button>
      </div>
      <div class="faint" role="status">
        {typeof message.value === "string" ? message.value : <ProblemText problem={message.value} />}
      </div>
    </fieldset>
  );
}
