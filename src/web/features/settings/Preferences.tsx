import { Card } from "../../ui/Card";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { themes, useTheme } from "../shell/theme";

const labels = { light: "Light", system: "System", dark: "Dark" } as const;

/** The theme; what is chosen follows the account to other browsers. */
export function Preferences() {
  const [theme, chooseTheme] = useTheme();
  return (
    <Card title="Theme" description="Kept with your account, on every browser where you sign in.">
      <SegmentedControl
        label="Theme of the account"
        value={theme}
        onChange={(value) => chooseTheme(themes.find((known) => known === value) ?? "system")}
        segments={themes.map((value) => ({ value, label: labels[value] }))}
      />
    </Card>
  );
}
