// The dialog for the settings of the analysis.

import { Dialog } from "../view/dialog";
import { words } from "../words/words";
import type { Analysis } from "./analysis";
import { type AnalysisSettings, LINES, MAX_WORKERS, MEGABYTES, SECONDS } from "./settings";

interface Props {
  analysis: Analysis;
  onClose: () => void;
}

export function SettingsDialog({ analysis, onClose }: Props) {
  const text = words().analyse.settings;
  const workers = Array.from({ length: MAX_WORKERS }, (_, index) => index + 1);
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Choice analysis={analysis} field="seconds" options={SECONDS} textOf={text.seconds} />
      <Choice analysis={analysis} field="lines" options={LINES} textOf={text.lines} />
      <Choice analysis={analysis} field="workers" options={workers} textOf={text.workers} />
      <Choice analysis={analysis} field="megabytes" options={MEGABYTES} textOf={text.megabytes} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          {words().preferences.close}
        </button>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  analysis: Analysis;
  field: keyof AnalysisSettings;
  options: readonly number[];
  textOf: (value: number) => string;
}

function Choice({ analysis, field, options, textOf }: ChoiceProps) {
  const settings = analysis.settings.value;
  return (
    <label>
      {words().analyse.settings.labels[field]}
      <select
        value={settings[field]}
        onChange={(event) => analysis.setSettings({ ...settings, [field]: Number(event.currentTarget.value) })}
      >
        {options.map((it) => (
          <option key={it} value={it}>
            {textOf(it)}
          </option>
        ))}
      </select>
    </label>
  );
}
