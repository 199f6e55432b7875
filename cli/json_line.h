// The fields of a JSON object on one line, read so that a fault in a field that the row does not
// need costs it nothing.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "fields.h"

class json_line {
public:
    json_line();
    ~json_line();

    /* Sets the fields of the line that have a role; returns "", or why the line is not one object.
     * What the fields view is good until the next call.  A byte that is no UTF-8 stands as ? in
     * them, a control character as a blank. */
    std::string read(row_fields &out, std::string_view line, const column_names &names);

private:
    struct parser;
    std::unique_ptr<parser> parser_;
};
