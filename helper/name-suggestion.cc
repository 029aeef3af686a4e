/* SPDX-License-Identifier: GPL-2.0-only */
#include "name-suggestion.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

std::string
LowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return text;
}

/** @brief Least number of inserted, removed and changed letters between two texts. */
size_t
EditDistance(const std::string& a, const std::string& b)
{
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (size_t i = 1; i <= a.size(); ++i)
    {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j)
        {
            const size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row[b.size()];
}

} // namespace

std::vector<std::string>
NearNames(const std::string& written, const std::vector<std::string>& known)
{
    const std::string wanted = LowerCase(written);
    const size_t limit = std::max<size_t>(1, wanted.size() / 3);
    std::vector<std::pair<size_t, std::string>> near;
    for (const auto& name : known)
    {
        const std::string candidate = LowerCase(name);
        const bool part = wanted.size() >= 3 && candidate.find(wanted) != std::string::npos;
        const size_t distance = part ? 1 : EditDistance(wanted, candidate);
        if (distance <= limit)
        {
            near.emplace_back(distance, name);
        }
    }
    std::sort(near.begin(), near.end());
    near.resize(std::min<size_t>(near.size(), 3));
    std::vector<std::string> names;
    for (const auto& entry : near)
    {
        names.push_back(entry.second);
    }
    return names;
}

std::string
DidYouMean(const std::string& written, const std::vector<std::string>& known)
{
    const auto near = NearNames(written, known);
    return near.empty() ? "" : "; did you mean " + Join(near, ", ") + "?";
}

std::string
Join(const std::vector<std::string>& texts, const std::string& separator)
{
    std::string joined;
    for (const auto& text : texts)
    {
        joined += (joined.empty() ? "" : separator) + text;
    }
    return joined;
}

} // namespace ns3
