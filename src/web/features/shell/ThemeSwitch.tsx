import { Monitor, Moon, Sun } from "lucide-react";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { themes, useTheme } from "./theme";

const looks = {
  light: { name: "Light theme", label: <Sun aria-hidden="true" className="size-3.5" /> },
  system: { name: "System theme", label: <Monitor aria-hidden="true" className="size-3.5" /> },
  dark: { name: "Dark theme", label: <Moon aria-hidden="true" className="size-3.5" /> },
};

export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme();
  return (
    <div className="js-only">
      <SegmentedControl
        label="Theme"
        size="sm"
        value={theme}
        onChange={(value) => chooseTheme(themes.find((known) => known === value) ?? "system")}
        segments={themes.map((value) => ({ value, ...looks[value] }))}
      />
    </div>
  );
}
