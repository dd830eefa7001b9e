import { SegmentedControl } from "../../../ui/controls/SegmentedControl";
import { Card } from "../../../ui/display/Card";
import { themes, useTheme } from "../../shell/theme";

const labels = { light: "Light", system: "System", dark: "Dark" } as const;

/** The theme, which is stored with the account for other browsers. */
export function Preferences() {
  const [theme, chooseTheme] = useTheme();
  return (
    <Card title="Theme" description="Saved to your account and applied wherever you sign in.">
      <SegmentedControl
        label="Account theme"
        value={theme}
        onChange={(value) => chooseTheme(themes.find((known) => known === value) ?? "system")}
        segments={themes.map((value) => ({ value, label: labels[value] }))}
      />
    </Card>
  );
}
